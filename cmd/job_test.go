package cmd

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"
)

// TestKubernetesJob holds the Indexed Job of spec/archives.md against a schema: the fields of a Job that it
// may have, from the API reference of Kubernetes (batch/v1), and what makes it indexed.
func TestKubernetesJob(t *testing.T) {
	text, err := os.ReadFile("../spec/schedulers/job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := os.ReadFile("../testdata/kubernetes-job.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(string(schema)))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("job.json", parsed); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("job.json")
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string) error {
		var job any
		if err := yaml.Unmarshal([]byte(text), &job); err != nil {
			t.Fatal(err)
		}
		plain, err := json.Marshal(job)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(plain)))
		if err != nil {
			t.Fatal(err)
		}
		return compiled.Validate(doc)
	}
	if err := check(string(text)); err != nil {
		t.Error(err)
	}
	for old, new := range map[string]string{"completionMode: Indexed": "completionMode: NonIndexed", "volumeMounts:": "volumeMount:", "completions: 64": "completions: many"} {
		if check(strings.Replace(string(text), old, new, 1)) == nil {
			t.Errorf("a job with %q is good", new)
		}
	}
}
