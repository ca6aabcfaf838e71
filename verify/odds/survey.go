package odds

import "slices"

// Subject is one player, game, event, or all games together, with what was asked of its dice.
type Subject struct {
	Kind      string     `json:"kind"` // "all", "event", "game" or "player"
	Name      string     `json:"name,omitempty"`
	Games     int        `json:"games"`
	Cut       int        `json:"cut"` // how many of them were measured up to their first error
	Dice      Dice       `json:"dice"`
	Questions []Question `json:"questions"`
}

// Survey sums up the dice of many games by subject.
type Survey struct{ Subjects []*Subject }

// Add adds the dice of a game to a subject.
func (s *Survey) Add(kind, name string, d *Dice, cut bool) {
	i := slices.IndexFunc(s.Subjects, func(x *Subject) bool { return x.Kind == kind && x.Name == name })
	if i < 0 || kind == "game" {
		i = len(s.Subjects)
		s.Subjects = append(s.Subjects, &Subject{Kind: kind, Name: name})
	}
	x := s.Subjects[i]
	x.Games++
	if cut {
		x.Cut++
	}
	x.Dice.Add(d)
}

// Ask asks all questions of all subjects, corrects the p-values for their number, and returns the
// number.
func (s *Survey) Ask() int {
	var all []*Question
	for _, x := range s.Subjects {
		x.Questions = x.Dice.Questions()
		for i := range x.Questions {
			all = append(all, &x.Questions[i])
		}
	}
	Correct(all)
	return len(all)
}
