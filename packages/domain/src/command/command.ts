import type { RefusalReason } from '../envelope.ts';
import { limits } from '../limits.ts';
import { orders } from '../orders.generated.ts';
import type { OrderForm } from './evidence.ts';
import type { CommandRule, MemberOrder, OrderFacts, OrderMoment, OrderWire, ServerOrder } from './order.ts';

export * from './command-states.ts';

/** Every order there is, each declared by the room that it belongs to (`<room>.orders.ts`). */
export type CommandMethod = keyof typeof orders;
/** Methods are the last words of the calls. */
export const commandMethods = Object.keys(orders) as [CommandMethod, ...CommandMethod[]];

type MethodsWhere<Part> = {
  [Method in CommandMethod]: (typeof orders)[Method] extends Part ? Method : never;
}[CommandMethod];
/** What the server orders by itself and no call does. */
type ServerMethod = MethodsWhere<{ permission: null }>;
/** What only a device of the open contract is ordered. */
export type OpenMethod = MethodsWhere<{ wire: 'open' }>;
/** What members order. */
export type MemberMethod = Exclude<CommandMethod, ServerMethod>;

const declared: Readonly<Record<CommandMethod, MemberOrder | ServerOrder>> = orders;

export const commandRules = Object.fromEntries(
  commandMethods.map((method) => [method, declared[method].rule]),
) as Readonly<Record<CommandMethod, CommandRule>>;

const onlyOn = (wire: OrderWire): readonly CommandMethod[] =>
  commandMethods.filter((method) => declared[method].wire === wire);
/** What only a dock of the Cloud API can be ordered; one of the open contract lacks it. */
export const cloudMethods = onlyOn('cloud');
export const openMethods = onlyOn('open') as readonly OpenMethod[];
export const memberMethods = commandMethods.filter(
  (method): method is MemberMethod => declared[method].permission !== null,
);

/** By what a flight begins: while one of these is under way, or nobody knows what became of it, no other may. */
export const startMethods = ['startJob', 'takeOff'] as const satisfies readonly CommandMethod[];
export const beginsFlight = (method: CommandMethod): boolean => startMethods.some((one) => one === method);

/** How an order of a method is carried out, given what the aircraft did when it was given. */
export const formOf = (method: CommandMethod, then: OrderMoment): OrderForm => {
  const { form } = declared[method];
  return typeof form === 'function' ? form(then) : form;
};

/** Why an order is refused by what its device shows; null: it may go. */
export const refusedFor = (method: CommandMethod, facts: OrderFacts): RefusalReason | null =>
  declared[method].offer?.(facts) ?? null;

/** A click is too old, or claims to come from the future. Times are server epoch ms. */
export const isExpired = (method: CommandMethod, issuedAt: number, now: number): boolean =>
  now - issuedAt > commandRules[method].ttl || issuedAt - now > limits.command.futureTolerance;
