import type { upload as source } from '../zh-CN/upload.ts';
import type { Translation } from '../words.ts';

export const upload: Translation<typeof source> = {
  'timer.upload.removeUnnamed': 'Remove parts of uploads that belong to none',
  'timer.upload.cleanUp': 'Remove uploads that nobody went on with',
  'refusal.uploadKind':
    'The file format is wrong: its content is not what its name says, or such files are not taken',
  'refusal.uploadQuota': 'There is too little storage: {max} GB in all, {free} GB free',
  'refusal.uploadDepartmentQuota':
    'The storage quota of {name} is too small: {max} GB in all, {free} GB free',
  'refusal.uploadSpace':
    'The disk of the server has too little space; nothing was sent. Ask your administrator',
  'refusal.uploadsFull': 'There are {max} unfinished uploads already: finish or cancel some first',
  'refusal.uploadOffset': 'A part cannot lie there: start {offset}, length {length}, file of {size} bytes',
  'refusal.uploadOverlap': 'The part at {offset} overlaps one that has arrived',
  'refusal.uploadIncomplete': 'The file is not complete: {missing} bytes are missing',
  'refusal.uploadHash':
    'The content does not fit its checksum or size; nothing was stored, please upload it again',
  'detail.key.hash': 'Checksum of the file',
  'detail.key.sha256': 'Checksum of the part',
  'detail.key.offset': 'Start',
  'detail.key.head': 'Beginning of the file',
  'upload.title': 'Uploads',
  'upload.files': 'Upload files',
  'upload.folder': 'Upload a folder',
  'upload.orthophoto': 'Upload an orthophoto, surface model or point cloud',
  'upload.epsg': 'EPSG code of point clouds that name none',
  'upload.hint':
    'Or drag files and folders here. Leaving this page pauses uploads; choose the same file again to continue. A file may have up to {size}.',
  'upload.insecure':
    'This page was not opened over HTTPS, so the browser cannot compute checksums and nothing can be uploaded. Use the HTTPS address.',
  'upload.progress': '{done} of {size} ({percent}%)',
  'upload.progressOf': 'Progress of {name}',
  'upload.phase.queued': 'Queued',
  'upload.phase.hashing': 'Computing checksum',
  'upload.phase.sending': 'Uploading',
  'upload.phase.waiting': 'Connection lost, trying again soon',
  'upload.phase.paused': 'Paused',
  'upload.phase.stored': 'Uploaded',
  'upload.phase.failed': 'Failed',
  'upload.pauseOf': 'Pause {name}',
  'upload.goOnOf': 'Continue {name}',
  'upload.cancelOf': 'Cancel upload of {name}',
  'upload.dropOf': 'Remove {name} from the list',
  'upload.firstOf': 'Upload {name} first',
  'upload.count': '{done} of {all} files uploaded',
  'upload.unfinished': 'Unfinished uploads',
  'upload.again': 'Choose the file again',
  'upload.againOf': 'Choose {name} again and continue',
  'upload.other': 'That is not {name}: its size is different',
  'upload.unfinishedUnread': 'Unfinished uploads could not be read',
  'upload.unread': 'The file cannot be read: it may have been changed, moved or deleted since it was chosen',
  'upload.operationFailed': 'The operation failed, please try again',
};
