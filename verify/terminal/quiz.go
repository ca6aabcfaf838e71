package terminal

import (
	"slices"
	"strconv"
	"strings"

	"tpnote/verify/view"
)

// This file is the quiz of the stepper: what its keys do, and what it shows.

// put asks a question.
func (m *Stepper) put(q *view.Question) {
	m.question, m.picked, m.cursor, m.scroll, m.reply = q, make([]bool, len(q.Options)), 0, 0, ""
	m.answered, m.failed, m.hinted = false, false, 0
}

// again asks what was missed, once everything has been asked.
func (m *Stepper) again() {
	if len(m.quiz) > 0 || len(m.missed) == 0 {
		m.reply = "there is nothing to ask again"
		return
	}
	m.quiz, m.missed, m.right, m.asked = m.missed, nil, 0, 0
	m.to(m.film.Previous(m.film.Next(m.quiz[0].Moment - 1)))
	m.put(&m.quiz[0])
}

// answer takes a key while a question is asked.
func (m *Stepper) answer(key string) {
	q := m.question
	switch {
	case key == "q" || key == "esc": // leave it
		m.question, m.reply = nil, ""
	case m.answered && (key == "enter" || key == "right" || key == "space"):
		m.goOn()
	case m.answered:
		m.scroll = max(0, m.scroll+scrolled[key])
	case key == "down" || key == "right":
		m.cursor = (m.cursor + 1) % len(q.Options)
	case key == "up" || key == "left":
		m.cursor = (m.cursor + len(q.Options) - 1) % len(q.Options)
	case key == "h" || key == "?" || key == "f1":
		m.reply = "up down  choose\nspace  tick\nenter  answer\ni  hint\ns  show me\nq  leave the question"
	case key == "i" && len(q.Hints) > 0:
		m.reply = "Hint: " + q.Hints[m.hinted%len(q.Hints)]
		m.hinted++
	case key == "s":
		m.failed = true
		m.settle("")
	case q.Kind == view.PickSeveral && (key == "space" || key == "x"):
		m.picked = slices.Clone(m.picked)
		m.picked[m.cursor] = !m.picked[m.cursor]
	case key == "enter" || key == "space":
		m.judge()
	}
}

// judge says whether the picked answer is right. After a wrong one the learner may try again.
func (m *Stepper) judge() {
	several := m.question.Kind == view.PickSeveral
	var wrongs []string
	left := 0
	for i, o := range m.question.Options {
		picked := several && m.picked[i] || !several && i == m.cursor
		switch {
		case picked && !o.Right:
			wrongs = append(wrongs, strings.TrimSuffix(o.Text, ".")+": no. "+o.Why)
		case several && !picked && o.Right:
			left++
		}
	}
	if left > 0 {
		wrongs = append(wrongs, strconv.Itoa(left)+" more to find.")
	}
	if wrongs == nil {
		m.settle("Right. ")
	} else {
		m.failed, m.reply = true, strings.Join(wrongs, "\n")
	}
}

// settle ends a question, and shows what is right.
func (m *Stepper) settle(verdict string) {
	m.answered, m.scroll = true, 0
	m.asked++
	if !m.failed {
		m.right++
	}
	var rights []string
	for _, o := range m.question.Options {
		if o.Right {
			rights = append(rights, strings.TrimSpace(strings.TrimSuffix(o.Text, ".")+". "+o.Why))
		}
	}
	m.reply = verdict + strings.Join(rights, "\n")
}

// goOn leaves a question that is answered.
func (m *Stepper) goOn() {
	q := *m.question
	if m.failed {
		m.missed = append(slices.Clone(m.missed), q)
	}
	at := slices.IndexFunc(m.quiz, func(o view.Question) bool { return o.Moment == q.Moment && o.Ask == q.Ask })
	m.quiz = slices.Delete(slices.Clone(m.quiz), at, at+1)
	m.question, m.reply = nil, ""
	if m.forward(); len(m.quiz) > 0 {
		return
	}
	m.reply = "All is asked: " + strconv.Itoa(m.right) + " of " + strconv.Itoa(m.asked) + " right."
	if len(m.missed) > 0 {
		m.reply += " r asks again what was missed."
	}
}

// asking is the question, what there is to choose from, and what came of a choice.
func (m *Stepper) asking(wide, high int) []string {
	q := m.question
	rows := append(wrapped(strong.Render(q.Ask), wide), "")
	var tail []string
	if m.reply != "" {
		tail = append([]string{""}, wrapped(m.reply, wide)...)
	}
	tail = append(tail, "", "Score: "+strconv.Itoa(m.right)+" of "+strconv.Itoa(m.asked))
	if m.answered {
		return window(append(rows, tail...), m.scroll, high)
	}
	shown := max(min(4, len(q.Options)), high-len(rows)-len(tail))
	rows = append(rows, around(len(q.Options), m.cursor, wide, shown, func(i int) string {
		switch {
		case q.Kind != view.PickSeveral:
			return q.Options[i].Text
		case m.picked[i]:
			return "[x] " + q.Options[i].Text
		}
		return "[ ] " + q.Options[i].Text
	})...)
	return window(append(rows, tail...), 0, high)
}
