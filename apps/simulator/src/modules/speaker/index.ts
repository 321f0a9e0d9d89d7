export { Loudspeaker } from './loudspeaker.ts';
export { fetchBytes } from './fetch-bytes.ts';
