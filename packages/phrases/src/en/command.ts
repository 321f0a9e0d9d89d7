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
  'commandStopped.expired': 'its time was over',
  'commandStopped.stateStale': 'the state of the dock was too old',
  'commandStopped.dockOffline': 'the dock was offline',
  'commandStopped.brokerDown': 'messaging was down',
  'commandStopped.databaseDown': 'data was not available',
  'commandStopped.startingUp': 'another server had taken over',
  'commandStopped.outcome.undone': 'Stopped before take-off: {why}. The dock took back what it had prepared',
  'commandStopped.outcome.notUndone':
    'Stopped before take-off: {why}. The dock has not confirmed that it took back what it had prepared',
  'commandStopped.outcome.ended': 'Stopped before take-off: {why}',
};
