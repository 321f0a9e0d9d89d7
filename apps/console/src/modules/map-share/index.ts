export { addShare, editShare } from './share-form.tsx';
export { ShareLink } from './share-link.tsx';
