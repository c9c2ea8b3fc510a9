package env

import (
	"os"
	"strings"

	"kubesem/upstream/record"
)

func ParseEnv(envFilePath, key string) (string, error) {
	content, unread := os.ReadFile(envFilePath)
	call := record.Begin("config.envFileValue", record.Map{"content": record.Text(content), "key": key})
	value, err := orig_ParseEnv(envFilePath, key)
	switch {
	case unread != nil:
		record.Skip("config.envFileValue", "there is no file")
	case err != nil:
		call.Out(record.Map{"error": strings.ReplaceAll(err.Error(), envFilePath, "FILE")})
	default:
		call.Out(record.Map{"value": record.Text(value)})
	}
	return value, err
}
