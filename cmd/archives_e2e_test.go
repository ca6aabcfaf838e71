//go:build e2e

package cmd

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// These tests need sqlite3, GNU parallel, ssh, sshd, Slurm with munge, and Node with @duckdb/node-api and kubernetes-models in a
// folder of $NODE_PATH.

// archivesPage are the fenced blocks of spec/archives.md.
func archivesPage(t *testing.T) (blocks []block) {
	t.Helper()
	text, err := os.ReadFile("../spec/archives.md")
	if err != nil {
		t.Fatal(err)
	}
	return blocksOf(string(text))
}

// with returns the only block of a kind in which a text is.
func with(t *testing.T, blocks []block, kind, text string) string {
	t.Helper()
	found := ""
	for _, b := range blocks {
		if b.kind == kind && strings.Contains(b.text, text) {
			if found != "" {
				t.Fatalf("two blocks have %q", text)
			}
			found = b.text
		}
	}
	if found == "" {
		t.Fatalf("no block has %q", text)
	}
	return found
}

// bash runs a script, which may end with the status of a command that finds errors, and returns what
// it prints.
func (s *shell) bash(script string) string {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "bash", "-c", script)
	cmd.Dir = s.dir
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState.ExitCode() != exitFound {
		s.t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return string(out)
}

// node runs a script, for which data.json holds the given data, and reads the JSON that it prints.
func (s *shell) node(script string, data, printed any) {
	s.t.Helper()
	text, err := json.Marshal(data)
	if err != nil {
		s.t.Fatal(err)
	}
	for name, text := range map[string][]byte{"data.json": text, "script.cjs": []byte(script)} {
		if err := os.WriteFile(filepath.Join(s.dir, name), text, 0o666); err != nil {
			s.t.Fatal(err)
		}
	}
	if out := s.bash("node script.cjs"); json.Unmarshal([]byte(out), printed) != nil {
		s.t.Fatal(out)
	}
}

// TestArchiveQuestions asks sqlite and DuckDB the questions of spec/archives.md.
func TestArchiveQuestions(t *testing.T) {
	blocks := archivesPage(t)
	s := newShell(t)
	for line := range strings.Lines(with(t, blocks, "sh", "sqlite3 archive.db '.import")) {
		s.bash(line)
	}
	var questions []string
	var want []string
	for i, b := range blocks {
		if b.kind != "sql" {
			continue
		}
		questions, want = append(questions, b.text), append(want, blocks[i+1].text)
		if diff := cmp.Diff(blocks[i+1].text, s.bash("sqlite3 archive.db <<'END'\n"+b.text+"END\n")); diff != "" {
			t.Errorf("%s(-page +sqlite):\n%s", b.text, diff)
		}
	}
	if len(questions) != 12 {
		t.Errorf("%d questions", len(questions))
	}
	s.bash(with(t, blocks, "sh", "--only-games"))
	if out := s.bash("tpnote verify broken.log"); !strings.HasPrefix(out[strings.LastIndexByte(strings.TrimSpace(out), '\n')+1:], "2 games in 1 file: 0 legal, 2 illegal,") {
		t.Errorf("the games with errors as logs:\n%s", out)
	}

	const script = `
const { DuckDBInstance } = require('@duckdb/node-api');
const { load, ask } = require('./data.json');
(async () => {
  const db = await (await DuckDBInstance.create(':memory:')).connect();
  for (const line of load) await db.run(line);
  const answers = [];
  for (const question of ask) {
    const rows = (await db.runAndReadAll(question)).getRowsJson();
    answers.push(rows.map(row => row.map(cell => cell === null ? '' : cell).join('|') + '\n').join(''));
  }
  console.log(JSON.stringify(answers));
})();
`
	load := strings.Split(strings.TrimSpace(with(t, blocks, "duckdb", "read_csv")), "\n")
	var got []string
	s.node(script, map[string]any{"load": load, "ask": questions}, &got)
	for i := range want { // DuckDB prints 50.0 as 50
		want[i] = regexp.MustCompile(`(?m)\.0$`).ReplaceAllString(want[i], "")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-page +DuckDB):\n%s", diff)
	}
}

// newArchive makes a folder "archive" in a shell, with legal and illegal games. It returns what a single
// run says of it.
func newArchive(t *testing.T, s *shell) (summary string) {
	t.Helper()
	s.bash(`mkdir archive && for n in 1 2 3; do tpnote play --variant genus-iii --players Ann,Ben --games 12 --seed $n > archive/$n.log; done
		cp testdata/wheel/mistake.log archive/`)
	out := strings.TrimSpace(s.bash("tpnote verify archive"))
	return out[strings.LastIndexByte(out, '\n')+1:]
}

// adds holds that the last line of an output is the summary.
func adds(t *testing.T, out, summary string) {
	t.Helper()
	out = strings.TrimSpace(out)
	if last := out[strings.LastIndexByte(out, '\n')+1:]; last != summary {
		t.Errorf("%s\nwant %s", out, summary)
	}
}

// TestSchedulersXargs runs the recipe for xargs.
func TestSchedulersXargs(t *testing.T) {
	s := newShell(t)
	summary := newArchive(t, s)
	adds(t, s.bash(with(t, archivesPage(t), "sh", "xargs -P")), summary)
}

// TestSchedulersKubernetes holds the Indexed Job of spec/archives.md against the schema of Kubernetes 1.27, which the
// package kubernetes-models has, and runs the script of the Job as Kubernetes would, once for each index.
func TestSchedulersKubernetes(t *testing.T) {
	text, err := os.ReadFile("../spec/schedulers/job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	jobs := []any{}
	for _, text := range []string{
		string(text),
		strings.Replace(string(text), "completions: 64", "completions: many", 1),
		strings.Replace(string(text), "completionMode: Indexed", "completionMode: Numbered", 1),
		strings.Replace(string(text), "mountPath:", "path:", 1),
	} {
		var job any
		if err := yaml.Unmarshal([]byte(text), &job); err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, job)
	}
	s := newShell(t)
	var refused []bool
	s.node(`
const { Job } = require('kubernetes-models/batch/v1');
const refused = job => { try { new Job(job).validate() } catch { return true } return false };
console.log(JSON.stringify(require('./data.json').map(refused)));
`, jobs, &refused)
	if diff := cmp.Diff([]bool{false, true, true, true}, refused); diff != "" {
		t.Errorf("refused by the schema (-want +got):\n%s", diff)
	}

	var job struct {
		Spec struct {
			Completions    int
			CompletionMode string `yaml:"completionMode"`
			Template       struct {
				Spec struct {
					Containers []struct{ Command, Args []string }
				}
			}
		}
	}
	if err := yaml.Unmarshal(text, &job); err != nil || job.Spec.CompletionMode != "Indexed" {
		t.Fatal(job, err)
	}
	summary := newArchive(t, s)
	s.bash(`rm -r games && mv archive games && ln -s "$(command -v tpnote)" tpnote`)
	container := job.Spec.Template.Spec.Containers[0]
	for index := range job.Spec.Completions {
		cmd := exec.CommandContext(t.Context(), container.Command[0], slices.Concat(container.Command[1:], container.Args)...)
		cmd.Dir, cmd.Env = s.dir, append(os.Environ(), fmt.Sprint("JOB_COMPLETION_INDEX=", index))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("index %d: %v\n%s", index, err, out)
		}
	}
	adds(t, s.bash("tpnote total parts/*.json"), summary)
}

// TestSchedulersSlurm runs the recipe for Slurm, on a cluster of this machine alone.
func TestSchedulersSlurm(t *testing.T) {
	s := newShell(t)
	summary := newArchive(t, s)
	for tries := 1; !startSlurm(t, s); tries++ { // another program may have taken a port
		if tries == 3 {
			t.Fatal("Slurm does not start")
		}
	}
	recipe := with(t, archivesPage(t), "sh", "sbatch")
	adds(t, s.bash(strings.ReplaceAll(strings.Replace(recipe, "1-64", "1-4", 1), "/64", "/4")), summary)
}

// startSlurm starts a cluster of this machine alone, and reports whether it is ready in time.
func startSlurm(t *testing.T, s *shell) bool {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	dir := t.TempDir()
	config := fmt.Sprintf(`ClusterName=test
SlurmctldHost=%[1]s(127.0.0.1)
SlurmUser=root
SlurmctldPort=%[3]d
SlurmdPort=%[4]d
AuthInfo=socket=%[2]s/munge.socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
StateSaveLocation=%[2]s
SlurmdSpoolDir=%[2]s/spool
SlurmctldPidFile=%[2]s/controller.pid
SlurmdPidFile=%[2]s/node.pid
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
NodeName=%[1]s NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES State=UP
`, host, dir, freePort(t, "127.0.0.1"), freePort(t, "127.0.0.1"))
	for name, text := range map[string]string{"slurm.conf": config, "key": strings.Repeat("a key for a test", 4)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "spool"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SLURM_CONF", filepath.Join(dir, "slurm.conf"))
	for _, daemon := range [][]string{
		{"/usr/sbin/munged", "--foreground", "--force", "--key-file=" + dir + "/key", "--socket=" + dir + "/munge.socket", "--pid-file=" + dir + "/munge.pid", "--log-file=" + dir + "/munge.log", "--seed-file=" + dir + "/seed"},
		{"/usr/sbin/slurmctld", "-D", "-i"},
		{"/usr/sbin/slurmd", "-D"},
	} {
		cmd := exec.CommandContext(t.Context(), daemon[0], daemon[1:]...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Wait() })
		if daemon[0] == "/usr/sbin/munged" {
			s.bash("until test -S " + dir + "/munge.socket; do sleep 0.05; done")
		}
	}
	return exec.Command("timeout", "30", "bash", "-c", "until sinfo -h -o %t 2>/dev/null | grep -q idle; do sleep 0.1; done").Run() == nil
}

func freePort(t *testing.T, address string) int {
	t.Helper()
	free, err := net.Listen("tcp", address+":0")
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	return free.Addr().(*net.TCPAddr).Port
}

// TestSchedulersHosts runs the recipe for GNU parallel over ssh, with two hosts, each an sshd of this machine on an
// address of its own. One dies while it does its first part.
func TestSchedulersHosts(t *testing.T) {
	s := newShell(t)
	summary := newArchive(t, s)
	program, err := exec.LookPath("tpnote")
	if err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 { // where sshd keeps its empty folder
		if err := os.MkdirAll("/run/sshd", 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.bash("ssh-keygen -q -t ed25519 -N '' -f key")
	client := fmt.Sprintf("Host *\nIdentityFile %[1]s/key\nIdentitiesOnly yes\nBatchMode yes\nLogLevel ERROR\nStrictHostKeyChecking no\nUserKnownHostsFile %[1]s/known\n", s.dir)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for host, dies := range map[string]string{
		"a": "",
		"b": `mkdir first 2>/dev/null || { eval "$SSH_ORIGINAL_COMMAND" | head -c 100; touch died; kill -9 $(cat b.pid) $PPID; }`,
	} {
		address := map[string]string{"a": "127.0.0.2", "b": "127.0.0.3"}[host]
		port := freePort(t, address)
		client += fmt.Sprintf("Host %s\nHostName %s\nPort %d\n", host, address, port)
		write(host+".sh", fmt.Sprintf("#!/bin/sh\nPATH='%s':$PATH\nexport PATH\ncd '%s'\n%s\neval \"$SSH_ORIGINAL_COMMAND\"\n", filepath.Dir(program), s.dir, dies))
		write(host+".conf", fmt.Sprintf("ListenAddress %s\nPort %d\nHostKey %[3]s/key\nAuthorizedKeysFile %[3]s/key.pub\nPidFile %[3]s/%[4]s.pid\nStrictModes no\nUsePAM no\nForceCommand exec %[3]s/%[4]s.sh\n", address, port, s.dir, host))
		cmd := exec.CommandContext(t.Context(), "/usr/sbin/sshd", "-D", "-e", "-f", filepath.Join(s.dir, host+".conf"))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Wait() })
		for begun := time.Now(); ; time.Sleep(50 * time.Millisecond) {
			if up, err := net.Dial("tcp", net.JoinHostPort(address, fmt.Sprint(port))); err == nil {
				up.Close()
				break
			} else if time.Since(begun) > longWait {
				t.Fatal(err)
			}
		}
	}
	write("config", client)
	write("hosts", "1/a\n1/b\n")
	t.Setenv("PARALLEL_SSH", "ssh -F "+filepath.Join(s.dir, "config"))
	recipe := with(t, archivesPage(t), "sh", "parallel --sshloginfile")
	adds(t, s.bash(strings.ReplaceAll(strings.Replace(recipe, "seq 64", "seq 6", 1), "/64", "/6")), summary)
	s.bash("test -e died && grep -q '\tb\t' jobs.tsv")
}
