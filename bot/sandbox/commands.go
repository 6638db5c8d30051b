package sandbox

import (
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Command kinds as Discord numbers them.
const (
	chatCommand    = 1
	userCommand    = 2
	messageCommand = 3
)

// command is one registered application command.
type command struct {
	id, version, name string
	server            string // id of the one server that has it; "" everywhere
	kind              int
	permissions       any // default_member_permissions: nil or digits
	contexts          []int
	options           []object
	shape             object // as Discord answers it
}

func (s *Server) addCommandRoutes() {
	for _, path := range []string{
		"/applications/{application}/commands",
		"/applications/{application}/guilds/{guild}/commands",
	} {
		s.discord("GET", path, false, s.listCommands)
		s.discord("PUT", path, false, s.overwriteCommands)
		s.discord("POST", path, false, s.createCommand)
		s.discord("GET", path+"/{command}", false, s.getCommand)
		s.discord("PATCH", path+"/{command}", false, s.editCommand)
		s.discord("DELETE", path+"/{command}", false, s.deleteCommand)
	}
}

// scope is the server whose commands a route names, "" for everywhere.
func (s *Server) scope(c *call) (string, error) {
	c.about(nil, nil)
	if c.arg("application") != s.world.bot.id {
		return "", unknownApplication()
	}
	if id := c.arg("guild"); id != "" {
		if g := s.world.server(id); g == nil || !s.world.serves(g) {
			return "", missingAccess()
		}
	}
	return c.arg("guild"), nil
}

func (w *world) commandsIn(scope string) []*command {
	var found []*command
	for _, cmd := range w.commands {
		if cmd.server == scope {
			found = append(found, cmd)
		}
	}
	return found
}

func (s *Server) listCommands(c *call) (any, error) {
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	return commandList(s.world.commandsIn(scope)), nil
}

func commandList(commands []*command) []any {
	out := []any{}
	for _, cmd := range commands {
		out = append(out, cmd.shape)
	}
	return out
}

// overwriteCommands replaces a scope's whole list. A command that keeps its
// name and kind keeps its id; only the others count as created.
func (s *Server) overwriteCommands(c *call) (any, error) {
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	f := newForm(object{"list": c.list})
	forms := f.list("list", 130)
	var made []*command
	for i, one := range forms {
		one.path = []string{strconv.Itoa(i)}
		made = append(made, readCommand(one, scope))
	}
	c.body.faults.unknown = f.faults.unknown
	if err := f.faults.err(); err != nil {
		return nil, err
	}
	if err := checkList(made); err != nil {
		return nil, err
	}
	if err := s.world.count(scope, s.world.newNames(made)); err != nil {
		return nil, err
	}
	kept := slices.DeleteFunc(slices.Clone(s.world.commands), func(x *command) bool { return x.server == scope })
	for _, cmd := range made {
		s.world.settle(cmd)
	}
	s.world.commands = append(kept, made...)
	s.world.touchAll()
	return commandList(made), nil
}

// sameCommand finds the registered command with cmd's scope, kind and name.
func (w *world) sameCommand(cmd *command) *command {
	for _, old := range w.commands {
		if old.server == cmd.server && old.kind == cmd.kind && old.name == cmd.name {
			return old
		}
	}
	return nil
}

func (w *world) newNames(commands []*command) int {
	n := 0
	for _, cmd := range commands {
		if w.sameCommand(cmd) == nil {
			n++
		}
	}
	return n
}

// count refuses the 201st command created in a scope within a day.
func (w *world) count(scope string, n int) error {
	if w.now().Sub(w.createdDay) > 24*time.Hour {
		w.created, w.createdDay = map[string]int{}, w.now()
	}
	if w.created[scope]+n > 200 {
		no := refuse(http.StatusTooManyRequests, 30034, "Max number of daily application command creates has been reached (200)")
		return limitedBy(w.createdDay.Add(24*time.Hour).Sub(w.now()), no, false)
	}
	w.created[scope] += n
	return nil
}

// settle gives cmd its id (that of the command it replaces) and version.
func (w *world) settle(cmd *command) {
	cmd.id = w.newID()
	if old := w.sameCommand(cmd); old != nil {
		cmd.id = old.id
	}
	cmd.version = w.newID()
	cmd.shape["id"], cmd.shape["version"], cmd.shape["application_id"] = cmd.id, cmd.version, w.bot.id
}

// checkList refuses doubled names and too many commands of a kind.
func checkList(commands []*command) error {
	f := newFaultTree()
	count := map[int]int{}
	for i, cmd := range commands {
		count[cmd.kind]++
		for _, other := range commands[:i] {
			if other.kind == cmd.kind && other.name == cmd.name {
				f.add([]string{strconv.Itoa(i), "name"}, "APPLICATION_COMMANDS_DUPLICATE_NAME",
					"Application command names must be unique")
				break
			}
		}
	}
	if err := f.err(); err != nil {
		return err
	}
	if count[chatCommand] > 100 || count[userCommand] > 15 || count[messageCommand] > 15 {
		return refuse(http.StatusBadRequest, 30032, "Maximum number of application commands reached (100).")
	}
	return nil
}

// createCommand adds a command, or replaces the one of its name.
func (s *Server) createCommand(c *call) (any, error) {
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	cmd := readCommand(c.body, scope)
	if err := c.body.err(); err != nil {
		return nil, err
	}
	old := s.world.sameCommand(cmd)
	others := slices.DeleteFunc(s.world.commandsIn(scope), func(x *command) bool { return x == old })
	if err := checkList(append(others, cmd)); err != nil {
		return nil, err
	}
	if old == nil {
		c.status = http.StatusCreated
		if err := s.world.count(scope, 1); err != nil {
			return nil, err
		}
	}
	s.world.settle(cmd)
	s.world.replace(old, cmd)
	return cmd.shape, nil
}

// replace puts cmd where old was, or at the end.
func (w *world) replace(old, cmd *command) {
	if i := slices.Index(w.commands, old); i >= 0 {
		w.commands[i] = cmd
	} else {
		w.commands = append(w.commands, cmd)
	}
	w.touchAll()
}

// namedCommand is the command that a route names.
func (s *Server) namedCommand(c *call) (*command, error) {
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	for _, cmd := range s.world.commandsIn(scope) {
		if cmd.id == c.arg("command") {
			return cmd, nil
		}
	}
	return nil, unknownCommand()
}

func (s *Server) getCommand(c *call) (any, error) {
	cmd, err := s.namedCommand(c)
	if err != nil {
		return nil, err
	}
	return cmd.shape, nil
}

// editCommand changes the given fields of a command and keeps the others.
func (s *Server) editCommand(c *call) (any, error) {
	old, err := s.namedCommand(c)
	if err != nil {
		return nil, err
	}
	merged := object{"type": old.kind}
	for _, name := range commandFields() {
		if value, ok := c.body.fields[name]; ok {
			merged[name] = value
		} else if value := old.shape[name]; value != nil && name != "default_permission" {
			merged[name] = plain(value)
		}
	}
	c.body.known(commandFields()...)
	f := form{fields: merged, faults: c.body.faults}
	cmd := readCommand(f, old.server)
	if err := f.err(); err != nil {
		return nil, err
	}
	others := slices.DeleteFunc(s.world.commandsIn(old.server), func(x *command) bool { return x == old })
	if err := checkList(append(others, cmd)); err != nil {
		return nil, err
	}
	s.world.settle(cmd)
	cmd.id, cmd.shape["id"] = old.id, old.id
	s.world.replace(old, cmd)
	return cmd.shape, nil
}

func (s *Server) deleteCommand(c *call) (any, error) {
	old, err := s.namedCommand(c)
	if err != nil {
		return nil, err
	}
	s.world.commands = slices.DeleteFunc(s.world.commands, func(x *command) bool { return x == old })
	s.world.touchAll()
	return nil, nil
}
