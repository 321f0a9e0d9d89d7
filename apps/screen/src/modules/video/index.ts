export { Pictures } from './pictures.tsx';
