export { OrbitPanel } from './orbit-panel.tsx';
export { flyDraft, flyRequest, type FlyDraft, type FlyMethod } from './fly-form.ts';
export { FlyPanel } from './fly-panel.tsx';
export { PayloadPanel } from './payload-panel.tsx';
export { StealthPanel } from './stealth-panel.tsx';
export { PsdkPanel } from './psdk-panel.tsx';
export { PictureFrame } from './picture-frame.tsx';
