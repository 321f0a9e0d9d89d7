/** Apart from the room's index.ts, which comes with the sign-in page and must stay small. */
export { AcceptForm } from '../accept-form.tsx';
