package credentialprovider

// Entries are the credentials under each key, the keyring's own.
func (dk *BasicDockerKeyring) Entries() map[string][]TrackedAuthConfig { return dk.creds }

// Index are the keys in the order in which they are tried.
func (dk *BasicDockerKeyring) Index() []string { return dk.index }
