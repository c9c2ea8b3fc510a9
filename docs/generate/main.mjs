// Writes the generated areas of the site: docs/command from the command, docs/reference from the doc comments.
console.log('Nothing is generated yet.');
