import type { z } from 'zod';
import type { CallPermission } from '../call.ts';
import type { RefusalReason } from '../envelope.ts';
import { limits } from '../limits.ts';
import type { WorkState } from '../dock/dock.ts';
import type { LeaseControl } from '../lease/lease.ts';
import type { OrderForm } from './evidence.ts';

/** What guards an order on its way, whoever gives it. */
export interface CommandRule {
  /** From the click to the socket, ms. Past it the command expires and is never sent. */
  ttl: number;
  /** How long to wait for the device's acknowledgement, ms. */
  ack: number;
  /** Which lease it needs; null: none. */
  control: LeaseControl | null;
  /** Needs a nonce from a challenge. */
  confirm: boolean;
  /** Return-home and hover: no lease for holders of `dock:emergency`, no fresh state, no database needed. */
  emergency: boolean;
  /** No lease for holders of `dock:emergency`, and no fresh state; the emergency ones, and what makes a robot stand still. */
  withoutLease: boolean;
  /** The device reports the outcome later by progress or state; otherwise the acknowledgement is the success. */
  tracked: boolean;
}

/** What the aircraft did when an order was given. */
export interface OrderMoment {
  airborne: boolean;
  returning: boolean;
  flyingTo: boolean;
}

/** What a dock reports of itself, as far as one of its tools asks for it. Null: it does not say. */
export interface ToolFacts {
  emergencyStop: boolean | null;
  /** It works at one of its tools, by its newest word on one. */
  working: boolean;
  /** Seconds until its air conditioner takes another order. */
  airConditionerWait: number;
  droneInDock: boolean | null;
  dronePowered: boolean | null;
  /** Charge of the aircraft. */
  batteryPercent: number | null;
  /** Modules for mobile data. */
  dongles: number | null;
}

/** What dock and aircraft tell of themselves, as far as an order asks for it. */
export interface OrderFacts {
  /** By its last word. */
  airborne: boolean;
  /** On its way home, or landing. */
  returning: boolean;
  /** Under way to a point that a person named, or hovering there. */
  flyingTo: boolean;
  /** It flies around a point. Missing: it does not. */
  orbiting?: boolean;
  /** The route that the dock says it flies, and why it was interrupted, as the device numbers it; null: none. */
  job: { paused: boolean; breakReason: number | null } | null;
  /** What the dock is busy with, by its last word. */
  workState: WorkState | 'unknown' | null;
  /** Its model has rods that hold the aircraft. */
  rods: boolean;
  /** What its tools ask for; null: it reported nothing of it yet. */
  tools: ToolFacts | null;
}

/** Which devices can be given it: those of the Cloud API, those of the open contract, or both. */
export type OrderWire = 'cloud' | 'open' | 'both';

interface OrderBase<Wire extends OrderWire> {
  rule: CommandRule;
  wire: Wire;
  /** How it is carried out, and so what confirms it. */
  form: OrderForm | ((then: OrderMoment) => OrderForm);
  /** Why it is refused by what the device shows, on the page and again before it leaves; null: it may go. Missing: nothing is asked. */
  offer?: (facts: OrderFacts) => RefusalReason | null;
}

/** Said of the call by which members give an order. */
export interface MemberOrder<
  Fields extends z.ZodRawShape = z.ZodRawShape,
  Wire extends OrderWire = OrderWire,
> extends OrderBase<Wire> {
  summary: string;
  /** What stands between prefix and ending of its address; missing: the page of the dock, and its name. */
  path?: string;
  /** Any of them gives the right to it. */
  permission: Exclude<CallPermission, string>;
  /** What it is given with, beside what every order says. They travel to the device as its arguments. */
  fields: Fields;
  /** What its call answers beside the record of the order; its room says it. */
  answers?: z.ZodRawShape;
  /** Reported by `fields` together. */
  refine?(value: z.output<z.ZodObject<Fields>>, context: z.RefinementCtx): void;
  /** It moves nothing, or it saves the aircraft: the click and the tab may be missing, and the receipt counts. */
  lenient: boolean;
  /** It leaves without the database. */
  withoutDatabase: boolean;
}

const ruleOf = (part: Partial<CommandRule>): CommandRule => ({
  ttl: limits.command.ttl,
  ack: limits.command.ack,
  control: 'flight',
  confirm: false,
  emergency: false,
  withoutLease: part.emergency ?? false,
  tracked: true,
  ...part,
});

type Said<Fields extends z.ZodRawShape, Wire extends OrderWire> = Pick<
  MemberOrder<Fields, Wire>,
  'summary' | 'path' | 'permission' | 'refine' | 'wire' | 'form' | 'offer'
> & { fields?: Fields; rule?: Partial<CommandRule>; withoutDatabase?: boolean };

/** An order that moves something: held back on its way it must not pass for a new one. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- an order with no fields of its own
export const order = <Wire extends OrderWire, Fields extends z.ZodRawShape = Record<never, never>>(
  said: Said<Fields, Wire>,
): MemberOrder<Fields, Wire> & { lenient: false } => ({
  withoutDatabase: false,
  ...said,
  fields: said.fields ?? ({} as Fields),
  rule: ruleOf(said.rule ?? {}),
  lenient: false,
});

/** An order that moves nothing, or saves the aircraft: what a client does not say never holds it up. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- an order with no fields of its own
export const lenientOrder = <Wire extends OrderWire, Fields extends z.ZodRawShape = Record<never, never>>(
  said: Said<Fields, Wire>,
): MemberOrder<Fields, Wire> & { lenient: true } => ({ ...order(said), lenient: true });

/** What the server orders by itself and no call does. */
export interface ServerOrder<Wire extends OrderWire = OrderWire> extends OrderBase<Wire> {
  permission: null;
}
export const serverOrder = <Wire extends OrderWire>(
  said: Pick<ServerOrder<Wire>, 'wire' | 'form'> & { rule?: Partial<CommandRule> },
): ServerOrder<Wire> => ({ ...said, rule: ruleOf(said.rule ?? {}), permission: null });
