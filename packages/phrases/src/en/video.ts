import type { video as source } from '../zh-CN/video.ts';
import type { Translation } from '../words.ts';

export const video: Translation<typeof source> = {
  'video.title': 'Live picture',
  'video.live': 'Live',
  'video.still': 'Standing still',
  'video.off': 'No picture',
  'video.phase.looking': 'Looking for a camera',
  'video.phase.starting': 'Starting the picture',
  'video.phase.arriving': 'Waiting for the picture',
  'video.stalled': 'The picture has stood still for {seconds} s',
  'video.broken': 'The picture broke off',
  'video.unreachable': 'The server does not answer',
  'video.retry': 'Try {tries} failed, again in {seconds} s',
  'video.tries': '{tries, plural, one {# try} other {# tries}} so far',
  'video.tryNow': 'Try now',
  'video.delay': 'Delay {seconds} s',
  'video.delayHint':
    'Delay between newest received and shown frame, bit rate, frame rate, size. The way from camera to server is not in it.',
  'video.camera': 'Camera',
  'video.automatic': 'Automatic',
  'video.owner.dock': 'Dock camera',
  'video.owner.drone': 'Aircraft camera',
  'permission.video:watch': 'Watch live pictures',
  'auditLog.word.video': 'Video',
  'auditLog.verb.startLive': 'start video',
  'auditLog.verb.stopLive': 'stop video',
  'auditLog.verb.switchQuality': 'switch quality',
  'refusal.noLiveCapability': 'Currently no live streaming capability',
  'refusal.noStream': 'No video stream currently',
  'refusal.streamLimit': 'This dock already sends as many live pictures as it can',
  'timer.video.sweep': 'End video that nobody watches',
};
