package main

// What internal/bench measures of CoreDNS: it writes a request of `dns.query` as `dns.json` into a
// folder and names that in KUBESEM_BENCH.

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/miekg/dns"
)

func readRequest(b *testing.B) (objects json.RawMessage, questions []*dns.Msg) {
	folder := os.Getenv("KUBESEM_BENCH")
	if folder == "" {
		b.Skip("KUBESEM_BENCH does not name the folder of the inputs")
	}
	text, err := os.ReadFile(filepath.Join(folder, "dns.json"))
	if err != nil {
		b.Fatal(err)
	}
	var request struct {
		Objects   json.RawMessage
		Questions [][2]string
	}
	if err := json.Unmarshal(text, &request); err != nil {
		b.Fatal(err)
	}
	for _, pair := range request.Questions {
		question := new(dns.Msg)
		question.SetQuestion(dns.Fqdn(pair[0]), dns.StringToType[pair[1]])
		questions = append(questions, question)
	}
	return request.Objects, questions
}

// BenchmarkDNSQuery answers all questions of the request once in each round.
func BenchmarkDNSQuery(b *testing.B) {
	objects, questions := readRequest(b)
	cluster, err := newCluster(objects)
	if err != nil {
		b.Fatal(err)
	}
	server, err := newServer(cluster, options{Pods: "insecure"})
	if err != nil {
		b.Fatal(err)
	}
	reply := &recorder{}
	for b.Loop() {
		for _, question := range questions {
			if _, err := server.plugin.ServeDNS(context.Background(), reply, question); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(questions)), "ns/question")
}
