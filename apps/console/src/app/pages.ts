import type { Page } from '../platform/page.ts';
import { pages } from './pages.generated.ts';

export const pageOf = (path: string): Page | null => pages.find((page) => page.path === path) ?? null;
