import { connectionsOf, helloOf, type OpenExchange } from './exchange.ts';
import {
  checkAckWithin,
  checkExpired,
  checkFinalState,
  checkInvalidArguments,
  checkOnce,
  checkOwnCommands,
  checkServerTime,
  checkStop,
  checkUnknownCommand,
} from './judge-commands.ts';
import {
  checkAlarms,
  checkClock,
  checkHeartbeat,
  checkHello,
  checkQos,
  checkRetained,
  checkSeq,
  checkShapes,
  checkSignIn,
  checkSize,
  checkState,
  checkTopics,
} from './judge-messages.ts';
import { checkHelloAgain, checkNothingResumed, checkRefusedWelcome } from './judge-returns.ts';
import { openRuleIds, type OpenRule } from './rules.ts';
import type { OpenFacts, OpenJudgement } from './verdict.ts';

const judges: Readonly<Record<OpenRule, (facts: OpenFacts) => OpenJudgement>> = {
  signIn: checkSignIn,
  hello: checkHello,
  topics: checkTopics,
  notRetained: checkRetained,
  qos: checkQos,
  size: checkSize,
  shapes: checkShapes,
  state: checkState,
  heartbeat: checkHeartbeat,
  seq: checkSeq,
  clock: checkClock,
  alarms: checkAlarms,
  ackWithin: checkAckWithin,
  expired: checkExpired,
  serverTime: checkServerTime,
  once: checkOnce,
  unknownCommand: checkUnknownCommand,
  invalidArguments: checkInvalidArguments,
  ownCommands: checkOwnCommands,
  finalState: checkFinalState,
  stop: checkStop,
  helloAgain: checkHelloAgain,
  nothingResumed: checkNothingResumed,
  refusedWelcome: checkRefusedWelcome,
};

export interface OpenVerdict extends OpenJudgement {
  rule: OpenRule;
}

/** Judges a recorded exchange rule by rule; what was not seen to be kept is never `ok`. */
export function checkOpenDevice(exchange: OpenExchange): OpenVerdict[] {
  const connections = connectionsOf(exchange);
  const facts: OpenFacts = { exchange, connections, hello: helloOf(connections) };
  return openRuleIds.map((rule) => ({ rule, ...judges[rule](facts) }));
}
