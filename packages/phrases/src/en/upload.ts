import type { upload as source } from '../zh-CN/upload.ts';
import type { Translation } from '../words.ts';

export const upload: Translation<typeof source> = {
  'timer.upload.cleanUp': 'Remove uploads that nobody went on with',
  'refusal.uploadKind':
    'The file format is wrong: its content is not what its name says, or such files are not taken',
  'refusal.uploadQuota': 'There is too little storage: {max} GB in all, {free} GB free',
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
};
