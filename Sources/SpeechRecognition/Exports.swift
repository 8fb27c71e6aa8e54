// Buffers, formats, times and the error type are part of every signature here, so whoever imports
// SpeechRecognition gets them too.
@_exported public import SpeechAudio
