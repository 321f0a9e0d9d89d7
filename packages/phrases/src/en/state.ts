import type { state as source } from '../zh-CN/state.ts';
import type { Translation } from '../words.ts';

export const state: Translation<typeof source> = {
  'state.attention': 'Attention',
  'state.alarm': 'Alarm',
  'state.offline': 'Offline',
  'state.notBound': 'Not bound yet',
  'state.stale': 'Stale',
  'state.lost': 'Link lost',
  'state.unknown': 'Unknown',
  'state.unknownSince': 'Not known since {time}',
  'state.secondsAgo': '{seconds} s ago',
  'state.minutesAgo': '{minutes} min ago',
  'state.hoursAgo': '{hours} h ago',
  'state.lastSeen': 'Last seen {time}',
  'state.never': 'Never heard of',
};
