package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/chromedp/chromedp"

	"umpire/bot/sandbox"
)

// shots names the environment variable with the folder for pictures of the page:
// without it none are taken.
const shots = "UMPIRE_SHOTS"

// openPage opens the page of a bench as one person, in a Chromium of this width,
// or skips the test.
func openPage(t *testing.T, b *bench, as string, width int64) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("Not run: the page in a real browser (no chromium is installed; .ci/run installs it).")
	}
	ctx, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()), chromedp.Flag("disable-gpu", true),
	)...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	page(t, ctx, chromedp.EmulateViewport(width, 760), chromedp.Navigate(b.url+"/?as="+as), chromedp.WaitVisible(".say textarea"))
	return ctx
}

func page(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// shoot takes a picture, where pictures are asked for, and sees that nothing
// sticks out of the screen.
func shoot(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	wide, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.documentElement.scrollWidth > innerWidth`))
	if err != nil || wide {
		t.Errorf("%s sticks out of the screen, %v", name, err)
	}
	if dir := os.Getenv(shots); dir != "" {
		picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
		must(t, err)
		must(t, os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644))
	}
}

// wantText waits until the first element of a selector says something.
func wantText(t *testing.T, ctx context.Context, selector, want string) {
	t.Helper()
	q, _ := json.Marshal([]string{selector, want})
	seen := chromedp.Poll[bool](fmt.Sprintf(`((s, t) => [...document.querySelectorAll(s)].some((n) => n.checkVisibility() && n.innerText.includes(t)))(...%s)`, q),
		chromedp.WithPollingTimeout(10*time.Second))
	if got, err := chromedp.Run(ctx, seen); err != nil || !got {
		t.Fatalf("%s never says %q: %v", selector, want, err)
	}
}

// importer is a bot with a command "import" that takes a file, and says its name.
func importer(b *bench) *discordgo.Session {
	b.t.Helper()
	s := b.login(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		text := "nothing"
		for _, a := range i.ApplicationCommandData().Resolved.Attachments {
			text = fmt.Sprintf("%s, %d bytes", a.Filename, a.Size)
		}
		must(b.t, s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &discordgo.InteractionResponseData{Content: text},
		}))
	})
	_, err := s.ApplicationCommandCreate(s.State.User.ID, "", &discordgo.ApplicationCommand{
		Name: "import", Description: "Import a roster", Options: []*discordgo.ApplicationCommandOption{
			{Type: discordgo.ApplicationCommandOptionAttachment, Name: "file", Description: "the roster, as YAML", Required: true},
			{Type: discordgo.ApplicationCommandOptionString, Name: "name", Description: "what to call it"},
		},
	})
	must(b.t, err)
	return s
}

func TestAFileIsAttachedToACommandOnThePage(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{380, 1200} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			b := newBench(t, sandbox.Options{Page: sandbox.Page()})
			importer(b)
			ctx := openPage(t, b, "alice", width)
			dir := t.TempDir()
			list, big := filepath.Join(dir, "ash.yaml"), filepath.Join(dir, "big.yaml")
			must(t, os.WriteFile(list, []byte("name: Ash\n"), 0o600))
			must(t, os.WriteFile(big, make([]byte, 10<<20+1), 0o600))
			page(t, ctx, chromedp.SendKeys(".say textarea", "/import "), chromedp.WaitVisible(".command input[type=file]"))
			shoot(t, ctx, fmt.Sprintf("attach-empty-%d", width))
			page(t, ctx, chromedp.Click(".command .press.main"))
			wantText(t, ctx, ".option .trouble", "required")
			page(t, ctx, chromedp.SetUploadFiles(".command input[type=file]", []string{big}))
			wantText(t, ctx, ".option .trouble", "10 MiB")
			shoot(t, ctx, fmt.Sprintf("attach-big-%d", width))
			page(t, ctx, chromedp.SetUploadFiles(".command input[type=file]", []string{list}))
			shoot(t, ctx, fmt.Sprintf("attach-chosen-%d", width))
			page(t, ctx, chromedp.Click(".command .press.main"))
			wantText(t, ctx, ".posts", "ash.yaml, 10 bytes")
			shoot(t, ctx, fmt.Sprintf("attach-answered-%d", width))
		})
	}
}

func TestAManagerTakesTheBotOutAndBringsItBackOnThePage(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{380, 1200} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			b := newBench(t, sandbox.Options{Page: sandbox.Page()})
			importer(b)
			ctx := openPage(t, b, "gail", width)
			rooms := func() {
				if width < 500 {
					page(t, ctx, chromedp.Click(".toggle"))
				}
			}
			rooms()
			page(t, ctx, chromedp.WaitVisible(".belonging"))
			shoot(t, ctx, fmt.Sprintf("bot-in-%d", width))
			page(t, ctx, chromedp.Click(".belonging"))
			wantText(t, ctx, ".belonging", "Bring Umpire back")
			shoot(t, ctx, fmt.Sprintf("bot-out-%d", width))
			rooms()
			wantText(t, ctx, ".banner", "Umpire is not in this server")
			rooms()
			page(t, ctx, chromedp.Click(".belonging"))
			wantText(t, ctx, ".belonging", "Take Umpire out")
			if got := b.state("alice").Commands; len(got) != 1 {
				t.Errorf("alice has the commands %v", got)
			}
		})
	}
}
