package util

import (
	"os"
	"strings"

	"kubesem/upstream/record"
)

// processEnvFileLine asks about a file with this line.
func processEnvFileLine(line []byte, filePath string, currentLine int) (string, string, error) {
	environment := map[string]string{}
	if name := strings.TrimSpace(string(line)); !strings.Contains(name, "=") && os.Getenv(name) != "" {
		environment[name] = os.Getenv(name)
	}
	content := strings.Repeat("\n", currentLine) + string(line)
	call := record.Begin("config.envFile", record.Map{
		"content": record.Text(content), "environment": environment,
	})
	key, value, err := orig_processEnvFileLine(line, filePath, currentLine)
	pairs := [][]record.Text{}
	if key != "" {
		pairs = append(pairs, []record.Text{record.Text(key), record.Text(value)})
	}
	if err != nil {
		call.Out(record.Map{"error": strings.ReplaceAll(err.Error(), filePath, "FILE")})
	} else {
		call.Out(record.Map{"pairs": pairs})
	}
	return key, value, err
}
