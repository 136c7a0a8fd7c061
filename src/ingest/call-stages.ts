// Owns the stages of a call's life, for the doors that show them.

export { stagesOf } from '../lifecycle/stages.ts';
