// The error for "this tree could not be made ready": a message for the developer, or the signal that stopped it.
export class PrepareError extends Error {
  constructor(message, interruptedBy) {
    super(message);
    this.interruptedBy = interruptedBy;
  }
}
