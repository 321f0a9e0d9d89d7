import type { commandState as source } from '../zh-CN/command-state.ts';
import type { Translation } from '../words.ts';

export const commandState: Translation<typeof source> = {
  'commandState.drafted': 'Drafted',
  'commandState.authorised': 'Authorised',
  'commandState.sent': 'Sent',
  'commandState.accepted': 'Accepted',
  'commandState.in_progress': 'Running',
  'commandState.succeeded': 'Done',
  'commandState.failed': 'Failed',
  'commandState.rejected': 'Refused by the device',
  'commandState.expired': 'Expired, never sent',
  'commandState.unknown': 'Unknown',
  'commandState.mayStillRun': 'No answer: it may still be carried out',
  'commandState.notShown': 'No answer, the outcome is unknown; it will not be carried out any more',
  'commandState.accepted_late': 'Accepted late',
  'commandState.superseded': 'Superseded',
  'commandState.percent': 'Running {percent}%',
};
