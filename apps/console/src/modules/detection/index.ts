export { DefectList } from './defect-list.tsx';
export { DetectorTaskList } from './detector-task-list.tsx';
export { DefectPanel } from './defect-panel.tsx';
export { EarlierPicture, useEarlier } from './earlier-picture.tsx';
export { outcomeBoxes } from './outcome-boxes.ts';
export { NoDetection } from './no-detection.tsx';
export { OutcomeFacts, outcomeName } from './outcome-words.tsx';
export { nearbyPicture, PictureStrip } from './picture-strip.tsx';
export { useKeys } from './use-keys.ts';
