package main

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

// scroll scrolls a channel from its end to its beginning over two seconds and
// notes the time between frames and every task that blocked the page.
const scroll = `
	if (window.scrolled) return window.scrolled.done && window.scrolled;
	const scroller = document.querySelector(".scroller");
	const result = window.scrolled = {frames: [], longest: 0, done: false};
	new PerformanceObserver((list) => {
		for (const task of list.getEntries()) result.longest = Math.max(result.longest, task.duration);
	}).observe({entryTypes: ["longtask"]});
	const whole = scroller.scrollHeight - scroller.clientHeight;
	let first = 0, before = 0;
	const step = (now) => {
		first ||= now;
		if (before) result.frames.push(now - before);
		before = now;
		scroller.scrollTop = whole * Math.max(0, 1 - (now - first) / 2000);
		if (now - first < 2000) requestAnimationFrame(step);
		else setTimeout(() => { result.frames.sort((a, b) => a - b); result.done = true; }, 100);
	};
	requestAnimationFrame(step);
	return null;
`

// BenchmarkThePageWithAThousandPosts measures the page in a real browser: until
// it can be used, until a new post shows in a channel that holds a thousand, and
// how evenly that channel scrolls.
func BenchmarkThePageWithAThousandPosts(b *testing.B) {
	chromium := openBrowser(b)
	r := openRoom(b)
	say := func(text string) {
		if status, raw := r.call(http.MethodPost, "say", map[string]string{"as": "bob", "channel": "table", "text": text}); status != http.StatusOK {
			b.Fatalf("say: %d %s", status, raw)
		}
	}
	for b.Loop() {
		s := chromium.open(b, r, "?as=alice", 1280, 800)
		var usable float64
		s.watch("the page to be usable", `return seen(".composer textarea", "").length > 0 && performance.now();`, &usable)
		b.ReportMetric(usable, "ms-to-use")
		for n := range 1000 {
			say(fmt.Sprintf("**Post %d.** Attack: strength 3 + Jack 11 + favoured Jack 1 = **15**\n-# step %d · <t:1790000000:R>", n, n))
		}
		s.sees("article", "Post 999.")
		for more := s.text(".earlier"); more != ""; more = s.text(".earlier") {
			s.press(".earlier", more)
			s.watch("earlier posts", `return document.querySelector(".earlier")?.innerText !== args[0];`, nil, more)
		}
		s.watch("the first post", `return document.querySelectorAll("article").length >= 1000;`, nil)
		var got struct {
			Frames  []float64
			Longest float64
		}
		s.watch("the end of the scrolling", scroll, &got)
		b.ReportMetric(got.Frames[len(got.Frames)*95/100], "ms-frame-p95")
		b.ReportMetric(got.Frames[len(got.Frames)-1], "ms-frame-longest")
		b.ReportMetric(got.Longest, "ms-task-longest")
		began := time.Now()
		say("One more.")
		s.watch("one more post", `return [...document.querySelectorAll("article")].at(-1).textContent.includes("One more.");`, nil)
		b.ReportMetric(float64(time.Since(began).Microseconds())/1000, "ms-new-post")
	}
}
