import type { arrange as source } from '../zh-CN/arrange.ts';
import type { Translation } from '../words.ts';

export const arrange: Translation<typeof source> = {
  'arrange.ai': 'AI analysis',
  'arrange.aiOff': 'AI analysis is off while no type is chosen',
  'arrange.aiTypesMost': 'At most {max} AI types',
  'arrange.aiRangeHint': '{min} to {max} m, required with AI types',
  'arrange.aiRangeFault': 'The AI detection range must lie between {min} and {max} m',
  'arrange.precision': '{percent}% of {count, plural, one {# result} other {# results}} confirmed',
  'arrange.precisionUnknown': 'precision not known yet',
  'arrange.sample': 'Sample of {type}',
  'arrange.people': 'People and devices',
  'arrange.myself': 'Myself',
  'arrange.assigneeHint': 'Somebody else is notified and has to acknowledge',
  'arrange.morePeople': 'There are more people: type a name.',
  'arrange.flownWith': 'Aircraft {drone}, {protocol}',
  'arrange.automatic': 'Automatic (nearest able dock)',
  'arrange.nearest': 'Nearest able dock: {dock}, {distance} to the start',
  'arrange.nearestNone': 'No dock is able now. Wait, or choose one by hand.',
  'arrange.within': 'within {metres} m',
};
