package skirmish

import (
	"encoding/json"
	"maps"
	"strconv"

	"umpire/rules"
	"umpire/rules/kit"
)

// House is the house rules in force, read once from the setup.
type House struct {
	Mission           string `json:"mission"`
	Called            bool   `json:"called,omitempty"` // minis on a real table: nothing is measured
	Rounds            int    `json:"rounds"`
	Points            int    `json:"points,omitempty"` // 0: no limit
	StartilleryTarget int    `json:"startillery_target"`
	OwnEndOnly        bool   `json:"own_end_only,omitempty"` // Startillery in the own End Phase alone
	BoomInMelee       bool   `json:"boom_in_melee,omitempty"`
	StampedeExtra     bool   `json:"stampede_extra,omitempty"`
	EngagedStay       bool   `json:"engaged_stay,omitempty"`
	BlastSparesOwn    bool   `json:"blast_spares_own,omitempty"`
	Retarget          bool   `json:"retarget,omitempty"` // of Full Auto
	FastRuns          bool   `json:"fast_runs,omitempty"`
	Ejects            bool   `json:"ejects,omitempty"` // passengers beyond the lives left
	AllLyingLoses     bool   `json:"all_lying_loses,omitempty"`
	RollsEachRound    bool   `json:"rolls_each_round,omitempty"`
	LoserChooses      bool   `json:"loser_chooses,omitempty"`
	BVBreaksTie       bool   `json:"bv_breaks_tie,omitempty"`
}

// houseRules lists the choices that a table makes before a fight.
func houseRules() []rules.HouseRule {
	off := []string{"false", "true"}
	return []rules.HouseRule{
		{Key: "mission", Values: missionKeys(), Text: "What the battle is about: kill the whole enemy force, or one of three missions."},
		{Key: "field", Values: fieldKeys(), Text: "The table and its terrain; an open one has none."},
		{Key: "positions", Values: []string{"map", "called"}, Text: "The umpire keeps a map and measures, or the minis stand on a real table and the players call distance, cover and contact."},
		{Key: "rounds", Values: []string{"6", "1", "2", "3", "4", "5", "7", "8", "10", "12"}, Text: "How many rounds the battle lasts."},
		{Key: "points", Values: []string{"any", "150", "200", "250", "300", "400", "500", "750", "1000"}, Text: "How many points an army may cost."},
		{Key: "startillery", Values: []string{"each_end_phase", "own_end_phase"}, Text: "Startillery shoots in both End Phases of a round, or in its own army's alone."},
		{Key: "startillery_target", Values: []string{"5", "3", "4", "6"}, Text: "What Startillery must roll to hit, or more."},
		{Key: "boom_in_melee", Values: off, Text: "Boom counts for melee attacks too."},
		{Key: "stampede_extra_attack", Values: off, Text: "Stampede gives an attack in the own Moves/Melees phase too, besides the usual one."},
		{Key: "engaged_models_stay", Values: off, Text: "Models in contact with an enemy do not move at all."},
		{Key: "blast_hits_friends", Values: []string{"true", "false"}, Text: "Boom and Sweep hit friends near the target as well."},
		{Key: "full_auto_retarget", Values: off, Text: "Full Auto may go on to another target."},
		{Key: "fast_doubles_run", Values: off, Text: "A Fast model runs twice the die."},
		{Key: "eject_over_capacity", Values: off, Text: "A transport that loses lives puts out the passengers for whom it has none left."},
		{Key: "all_lying_loses_at_round_end", Values: off, Text: "An army that lies down to the last model at the end of a round has lost."},
		{Key: "reroll_sides_each_round", Values: off, Text: "Who is A in the order of phases is rolled for again each round; the mission's A and B stay."},
		{Key: "roll_off", Values: []string{"higher_is_a", "loser_chooses"}, Text: "The higher roll is A, or the lower one chooses to be A or B."},
		{Key: "kill_all_tie", Values: []string{"draw", "battle_value"}, Text: "When both armies still stand after the last round of a battle to kill, it is a draw, or more battle value killed wins."},
	}
}

// houseOf reads the options of a setup; one that is left out has its default.
func houseOf(options map[string]string) (House, error) {
	set := make(map[string]string)
	for _, rule := range houseRules() {
		set[rule.Key] = rule.Values[0]
		if value, given := options[rule.Key]; given {
			set[rule.Key] = value
		}
	}
	numbers := map[string]int{}
	for _, key := range []string{"rounds", "startillery_target", "points"} {
		n, err := strconv.Atoi(set[key])
		if key == "points" && set[key] == "any" {
			n, err = 0, nil
		}
		if err != nil || n < 0 || n > mostPoints {
			return House{}, rules.Refuse("%s is a number, not %q.", key, set[key])
		}
		numbers[key] = n
	}
	if _, known := missionOf(set["mission"]); !known {
		return House{}, rules.Refuse("No mission is called %s.", rules.Escape(set["mission"]))
	}
	on := func(key string) bool { return set[key] == "true" }
	return House{
		Mission:           set["mission"],
		Called:            set["positions"] == "called",
		Rounds:            numbers["rounds"],
		Points:            numbers["points"],
		StartilleryTarget: numbers["startillery_target"],
		OwnEndOnly:        set["startillery"] == "own_end_phase",
		BoomInMelee:       on("boom_in_melee"),
		StampedeExtra:     on("stampede_extra_attack"),
		EngagedStay:       on("engaged_models_stay"),
		BlastSparesOwn:    !on("blast_hits_friends"),
		Retarget:          on("full_auto_retarget"),
		FastRuns:          on("fast_doubles_run"),
		Ejects:            on("eject_over_capacity"),
		AllLyingLoses:     on("all_lying_loses_at_round_end"),
		RollsEachRound:    on("reroll_sides_each_round"),
		LoserChooses:      set["roll_off"] == "loser_chooses",
		BVBreaksTie:       set["kill_all_tie"] == "battle_value",
	}, nil
}

// fill writes the field in full, so that a corrected file never changes a battle.
func fill(setup rules.Setup) (rules.Setup, error) {
	if len(setup.Given["field"]) > 0 {
		return setup, nil
	}
	for _, f := range fields() {
		if f.Key == setup.Options["field"] {
			setup.Given = maps.Clone(setup.Given)
			if setup.Given == nil {
				setup.Given = make(map[string]json.RawMessage)
			}
			setup.Given["field"] = kit.Encode(f)
			return setup, nil
		}
	}
	return setup, rules.Refuse("No field is called %s. There is %s.", rules.Escape(setup.Options["field"]), rules.List(fieldKeys()))
}

// fieldOf reads the field of a setup; without one it is open.
func fieldOf(setup rules.Setup) (kit.Field, error) {
	data := setup.Given["field"]
	if len(data) == 0 {
		return kit.OpenField(48 * kit.Inch), nil
	}
	var f kit.Field
	if err := json.Unmarshal(data, &f); err != nil {
		return f, rules.Refuse("The field cannot be read: %v.", err)
	}
	if f.Size.X < 12*kit.Inch || f.Size.Y < 12*kit.Inch || f.Size.X > 96*kit.Inch || f.Size.Y > 96*kit.Inch {
		return f, rules.Refuse("A field's sides are from 12\" to 96\" long, not %s by %s.", f.Size.X, f.Size.Y)
	}
	return f, nil
}

func fields() []kit.Field {
	list, err := kit.Fields()
	if err != nil {
		panic("skirmish: " + err.Error())
	}
	return list
}

func fieldKeys() []string {
	var keys []string
	for _, f := range fields() {
		keys = append(keys, f.Key)
	}
	return keys
}
