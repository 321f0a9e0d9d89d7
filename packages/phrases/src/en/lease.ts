import type { lease as source } from '../zh-CN/lease.ts';
import type { Translation } from '../words.ts';

export const lease: Translation<typeof source> = {
  'lease.unknown': 'Control not known',
  'lease.free': 'Nobody controls this dock',
  'lease.mine': 'You control this dock · {seconds} s',
  'lease.held': '{name} controls it · {seconds} s',
  'lease.heldOwn': 'You, in another tab, control it · {seconds} s',
  'lease.you': 'You, in another tab',
  'lease.asking': 'Asked {name} · passes in {seconds} s unless refused',
  'lease.lapsed': 'Control has lapsed',
  'lease.taken': '{name} has taken control',
  'lease.takenWhy': '{name} has taken control: {reason}',
  'lease.refused': '{name} keeps control',
  'lease.lapsing': 'Control lapses in {seconds} s',
  'lease.denied': 'You may watch, not control',
  'lease.take': 'Take control',
  'lease.release': 'Give back',
  'lease.ask': 'Ask',
  'lease.override': 'Take over',
  'lease.overrideTitle': 'Take {dock} over from {name}?',
  'lease.overrideText': '{name} loses control at once. Both screens and the audit log show the reason.',
  'lease.reason': 'Reason',
  'lease.asked': '{name} asks for control',
  'lease.askedText': 'Without an answer control passes in {seconds} s.',
  'lease.keep': 'Keep control',
  'lease.handOver': 'Hand over',
};
