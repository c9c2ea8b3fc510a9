package job

// MatchPodFailurePolicy passes on matchPodFailurePolicy.
var MatchPodFailurePolicy = matchPodFailurePolicy

// PodNameWithIndex passes on podGenerateNameWithIndex.
var PodNameWithIndex = podGenerateNameWithIndex
