import { connectionsOf, helloOf, type OpenExchange } from './exchange.ts';
import {
  judgeAckWithin,
  judgeExpired,
  judgeFinalState,
  judgeInvalidArguments,
  judgeOnce,
  judgeOwnCommands,
  judgeServerTime,
  judgeStop,
  judgeUnknownCommand,
} from './judge-commands.ts';
import {
  judgeAlarms,
  judgeClock,
  judgeHeartbeat,
  judgeHello,
  judgeQos,
  judgeRetained,
  judgeSeq,
  judgeShapes,
  judgeSignIn,
  judgeSize,
  judgeState,
  judgeTopics,
} from './judge-messages.ts';
import { judgeHelloAgain, judgeNothingResumed, judgeRefusedWelcome } from './judge-returns.ts';
import { openRuleIds, type OpenRule } from './rules.ts';
import type { OpenFacts, OpenJudgement } from './verdict.ts';

const judges: Readonly<Record<OpenRule, (facts: OpenFacts) => OpenJudgement>> = {
  signIn: judgeSignIn,
  hello: judgeHello,
  topics: judgeTopics,
  notRetained: judgeRetained,
  qos: judgeQos,
  size: judgeSize,
  shapes: judgeShapes,
  state: judgeState,
  heartbeat: judgeHeartbeat,
  seq: judgeSeq,
  clock: judgeClock,
  alarms: judgeAlarms,
  ackWithin: judgeAckWithin,
  expired: judgeExpired,
  serverTime: judgeServerTime,
  once: judgeOnce,
  unknownCommand: judgeUnknownCommand,
  invalidArguments: judgeInvalidArguments,
  ownCommands: judgeOwnCommands,
  finalState: judgeFinalState,
  stop: judgeStop,
  helloAgain: judgeHelloAgain,
  nothingResumed: judgeNothingResumed,
  refusedWelcome: judgeRefusedWelcome,
};

export interface OpenVerdict extends OpenJudgement {
  rule: OpenRule;
}

/** Judges a recorded exchange rule by rule; what was not seen to be kept is never `ok`. */
export function judgeOpenDevice(exchange: OpenExchange): OpenVerdict[] {
  const connections = connectionsOf(exchange);
  const facts: OpenFacts = { exchange, connections, hello: helloOf(connections) };
  return openRuleIds.map((rule) => ({ rule, ...judges[rule](facts) }));
}
