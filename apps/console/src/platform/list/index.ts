export { choices } from './address.ts';
export { BeginButton } from './guarded.tsx';
export { ListView } from './list-view.tsx';
export { listRoom } from './room.ts';
