package cronjob

// JobName passes on getJobName.
var JobName = getJobName

// Schedule passes on formatSchedule.
var Schedule = formatSchedule

// MostRecent passes on mostRecentScheduleTime.
var MostRecent = mostRecentScheduleTime
