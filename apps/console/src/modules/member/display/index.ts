/** How times and figures are shown. Apart from index.ts, which comes with the sign-in page and must stay small. */
export { DisplayForm } from '../display-form.tsx';
