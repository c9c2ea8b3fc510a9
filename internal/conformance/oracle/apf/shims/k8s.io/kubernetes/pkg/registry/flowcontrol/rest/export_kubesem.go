package rest

// Ensure passes on ensure: one round of the maintenance of the bootstrap objects.
var Ensure = ensure
