export { DockDrawing } from './dock-drawing.tsx';
export { DockTools } from './dock-tools.tsx';
