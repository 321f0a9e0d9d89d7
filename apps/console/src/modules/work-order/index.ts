export { AffirmRules } from './affirm-rules.tsx';
export { CompareOrder } from './compare-order.tsx';
export { orderActions } from './order-actions.tsx';
export { OrderDetails } from './order-details.tsx';
export { useFlyAgain } from './use-fly-again.ts';
export { OrderDue } from './order-due.tsx';
export { OrderTargets } from './order-targets.tsx';
export { OrderMoveForm, orderMoveCalls, plainMoves, type PlainMove } from './order-forms.tsx';
export { OrderStateSign, orderLooks } from './order-state.tsx';
