import type { outcomesEn } from './outcomes.en.ts';

export const outcomesZh: Readonly<Record<keyof typeof outcomesEn, string>> = {
  unknown: '没有应答，不知道是否已执行',
  endedUnobserved: '机场已空闲，但未报告飞行如何结束',
  rejected: '被拒绝，未给出代码',
  failed: '失败，未给出代码',
  timeout: '超时未完成',
  partially_done: '仅部分完成',
};
