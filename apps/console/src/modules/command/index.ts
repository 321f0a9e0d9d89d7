export {
  flightCommands,
  isReturning,
  mayNotArrive,
  whyNoLogs,
  whyNot,
  whyNotHand,
  whyNotLens,
  whyNotSet,
  type FlightCommand,
  type MonitorCommand,
  type PageCommand,
  type RobotCommand,
  type PilotCommand,
  type Situation,
} from './availability.ts';
export { CommandButton, ReturnHomeButton } from './command-button.tsx';
export { CommandConfirm, type Confirmation } from './command-confirm.tsx';
export { isUnderWay } from './command-board.ts';
export { CommandList } from './command-list.tsx';
export { useSituation } from './use-situation.ts';
export { useCommands, type Commands } from './use-commands.ts';
export { payloadGiving } from './payload-giving.ts';
