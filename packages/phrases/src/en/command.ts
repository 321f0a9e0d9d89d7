import type { command as source } from '../zh-CN/command.ts';
import type { Translation } from '../words.ts';

export const command: Translation<typeof source> = {
  'command.startJob': 'Start flight',
  'command.forceEndJob': 'End flight',
  'command.flightPause': 'Pause route',
  'command.flightResume': 'Resume route',
  'command.returnHome': 'Return home',
  'command.returnHomeCancel': 'Cancel return home',
  'command.hover': 'Hover',
  'command.startLive': 'Start live picture',
  'command.stopLive': 'Stop live picture',
  'command.switchQuality': 'Change clarity',
  'command.leaseOverride': 'Take over by force',
};
