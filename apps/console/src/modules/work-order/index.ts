export { orderActions } from './order-actions.tsx';
export { OrderDetails } from './order-details.tsx';
export { OrderMoveForm, orderMoveCalls } from './order-forms.tsx';
export { OrderStateSign } from './order-state.tsx';
