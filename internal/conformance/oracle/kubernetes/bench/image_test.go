// Package bench measures how fast Go parses image names, for internal/bench: it writes the corpus into a folder, passes
// the folder in KUBESEM_BENCH, and reads the output. It is a separate package so nothing else has to be compiled for it.
package bench

import (
	_ "crypto/sha256"
	_ "crypto/sha512"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/distribution/reference"
)

// kept holds the latest results, so that the compiler cannot leave the work out.
var kept [256]reference.Named

func BenchmarkImages(b *testing.B) {
	folder := os.Getenv("KUBESEM_BENCH")
	if folder == "" {
		b.Skip("KUBESEM_BENCH does not name the folder of the inputs")
	}
	text, err := os.ReadFile(filepath.Join(folder, "images.txt"))
	if err != nil {
		b.Fatal(err)
	}
	texts := strings.Split(strings.TrimSpace(string(text)), "\n")
	copies := make([]string, len(texts))
	for range b.N {
		b.StopTimer()
		// Every text is copied, as the other side does.
		for i, text := range texts {
			copies[i] = strings.Clone(text)
		}
		b.StartTimer()
		for i, text := range copies {
			named, err := reference.ParseNormalizedNamed(text)
			if err != nil {
				b.Fatal(err)
			}
			kept[i&255] = named
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(texts)), "ns/item")
}
