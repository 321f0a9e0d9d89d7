import type { LiveRecording } from '@eyrie/domain';

/**
 * What the bar of a picture says of the recordings of its dock: the newest of its own camera, and those that run of cameras
 * that the page does not show, which nobody would know of otherwise.
 * @param recordings the newest first
 * @param shown.videoId the camera of the picture; undefined: none yet
 * @param shown.elsewhere cameras of the other pictures of the page
 */
export const recordingsShown = (
  recordings: readonly LiveRecording[],
  { videoId, elsewhere }: { videoId: string | undefined; elsewhere: readonly string[] },
): { own: LiveRecording | undefined; others: LiveRecording[] } => ({
  // What became of one before is past once the same picture is recorded again.
  own: recordings.find((one) => one.videoId === videoId),
  others: recordings.filter(
    (one) => one.state === 'running' && one.videoId !== videoId && !elsewhere.includes(one.videoId),
  ),
});
