// Package keyring is what internal/bench measures of Go's lookup of credentials: it writes keyrings and images into a
// folder, names that in KUBESEM_BENCH, and reads the output. It stands apart from the reading of images, which needs
// less to be compiled.
package keyring

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/kubernetes/pkg/credentialprovider"
	"k8s.io/kubernetes/pkg/util/parsers"
)

// kept holds the latest results, so that the compiler cannot leave the work out.
var kept [256][]credentialprovider.TrackedAuthConfig

func BenchmarkLookup(b *testing.B) {
	folder := os.Getenv("KUBESEM_BENCH")
	if folder == "" {
		b.Skip("KUBESEM_BENCH does not name the folder of the inputs")
	}
	for _, size := range []string{"10", "100", "1000", "10000"} {
		config := credentialprovider.DockerConfig{}
		for _, server := range lines(b, folder, "keyring-"+size) {
			config[server] = credentialprovider.DockerConfigEntry{Username: "user", Password: "password"}
		}
		ring := &credentialprovider.BasicDockerKeyring{}
		ring.Add(nil, config)
		images := lines(b, folder, "keyring-"+size+"-images")
		b.Run(size, func(b *testing.B) {
			copies := make([]string, len(images))
			for range b.N {
				b.StopTimer()
				// Every text is copied, as the other side does.
				for i, image := range images {
					copies[i] = strings.Clone(image)
				}
				b.StartTimer()
				for i, image := range copies {
					// As the kubelet does: the name of the image, without tag and digest.
					name, _, _, err := parsers.ParseImageName(image)
					if err != nil {
						b.Fatal(err)
					}
					kept[i&255], _ = ring.Lookup(name)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(images)), "ns/item")
		})
	}
}

func lines(b *testing.B, folder, name string) []string {
	text, err := os.ReadFile(filepath.Join(folder, name+".txt"))
	if err != nil {
		b.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
