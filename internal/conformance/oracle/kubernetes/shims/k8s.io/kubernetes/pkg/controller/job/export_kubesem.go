package job

// MatchPodFailurePolicy passes on matchPodFailurePolicy.
var MatchPodFailurePolicy = matchPodFailurePolicy
