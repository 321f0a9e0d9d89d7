import type { media as source } from '../zh-CN/media.ts';
import type { Translation } from '../words.ts';

export const media: Translation<typeof source> = {
  'media.title': 'Media',
  'media.none': 'No media',
  'media.waiting': 'Waiting for upload, {received} / {expected}',
  'media.open': 'Open {name}',
  'media.kind.photo': 'Photo',
  'media.kind.video': 'Video',
  'media.kind.other': 'File',
  'media.shotAt': 'Taken {time}',
  'auditLog.word.media': 'Media',
};
