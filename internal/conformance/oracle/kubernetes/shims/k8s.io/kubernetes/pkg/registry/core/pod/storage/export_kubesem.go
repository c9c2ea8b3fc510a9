package storage

var NewEvictionStorage = newEvictionStorage
