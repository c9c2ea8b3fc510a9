package credentialprovider

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"sync"

	"kubesem/upstream/record"
)

func URLsMatchStr(glob string, target string) (bool, error) {
	call := record.Begin("image.glob", record.Map{"pattern": record.Text(glob), "image": record.Text(target)})
	matched, err := orig_URLsMatchStr(glob, target)
	switch {
	case err == nil:
		call.Out(matched)
	case errors.Is(err, filepath.ErrBadPattern):
		call.Err("ErrBadPattern")
	default:
		call.Err("URL")
	}
	return matched, err
}

var (
	mutex sync.Mutex
	added = map[*BasicDockerKeyring][]record.Map{}
)

func (dk *BasicDockerKeyring) Add(src *CredentialSource, cfgs DockerConfig) {
	text, err := json.Marshal(record.Map{"auths": cfgs})
	if err != nil {
		panic(err)
	}
	mutex.Lock()
	added[dk] = append(added[dk], record.Map{"config.json": record.Text(text)})
	mutex.Unlock()
	dk.orig_Add(src, cfgs)
}

// Configurations are those that were added to a keyring, in the form of the oracle.
func Configurations(dk *BasicDockerKeyring) []record.Map {
	mutex.Lock()
	defer mutex.Unlock()
	return append([]record.Map{}, added[dk]...)
}

func (dk *BasicDockerKeyring) Lookup(image string) ([]TrackedAuthConfig, bool) {
	rings := [][]record.Map{Configurations(dk)}
	call := record.Begin("keyring.lookup", record.Map{"rings": rings, "image": record.Text(image)})
	found, ok := dk.orig_Lookup(image)
	call.Out(Found(found, ok))
	return found, ok
}

// Found is what the oracle answers of a lookup.
func Found(found []TrackedAuthConfig, ok bool) record.Map {
	credentials := []record.Map{}
	for _, one := range found {
		credentials = append(credentials, record.Map{
			"username": one.Username, "password": one.Password, "email": one.Email,
		})
	}
	return record.Map{"found": ok, "credentials": credentials}
}
