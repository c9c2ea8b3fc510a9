package credentialprovider

// Entries are the credentials under each key, the keyring's own.
func (dk *BasicDockerKeyring) Entries() map[string][]TrackedAuthConfig { return dk.creds }
