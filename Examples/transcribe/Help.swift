/// The texts of `--help` and `--version`.
enum Help {
  static let version = "transcribe 0.1.0\n"

  /// What stands below a mistake in the command line.
  static let hint = "Try 'transcribe --help'."

  static let text = """
    Usage: transcribe [OPTION]... FILE...

    Prints what is said in sound files, one utterance a line, each as soon as it is final.
    A FILE of - is standard input. With several FILEs, each line begins with "FILE: ".

    What is printed, on standard output:
      --times          one word a line: start, end (in seconds) and word, parted by tabs;
                       --json has the times anyway
      --json           one JSON object a line for each FILE, at its end: file, text, utterances
                       with words, times in seconds, and error when the file was not read whole
      --srt            subtitles (SubRip) of one FILE, at its end

      --diagnose       also how good the sound is, with advice: bandwidth, level, clipping, noise and
                       more; on standard error, with --json in each object

    How speech is recognised:
      --engine NAME    pocketsphinx (the default), or sherpa: more accurate, with capitals and
                       marks, where it is installed (make transcribe ENGINE=sherpa)
      --model DIR      the model (pocketsphinx: Debian's en-US, from the package
                       pocketsphinx-en-us; sherpa: a folder, or an installed model's name)
      --dict FILE      the pronunciation dictionary (the model's own)
      --lm FILE        the language model (the model's own)
      --locale ID      the language, such as en-US; with --model, the model's language
      --preset NAME    accurate (the default), or fast with some more errors

    What is read:
      --raw RATE[:CHANNELS[:TYPE]]
                       samples without a header, little-endian: the rate in Hz, 1 channel and
                       int16 unless said; other types are int32, float32 and float64
      --channel N      one channel, counted from 0 (all, mixed)
      --channels HOW   mixed, or separate: each channel for itself, as for the two sides of a call;
                       lines then begin with "channel N: ", --times has N as a fourth column
      --               what follows is a FILE, also when it begins with -

    What is told, on standard error:
      --partials       the text so far, as it grows, when standard error is a terminal; takes
                       about twice the computing. Standard output gets final text only. Not
                       with --quiet or --verbose.
      --quiet          no progress and no remarks, only what failed
      --verbose        the recogniser's log
      --help           this text
      --version        the version

    Progress (part read or time of the sound, speed against real time) shows only on a
    terminal. A FILE that can't be read is told in one line, and the others go on.

    Exit status: 0 when all went well, also when nothing was said; 1 when a FILE, the model or
    the output failed; 64 for a mistake in the command line; 130 or 143 after Ctrl-C or SIGTERM,
    with what was final printed.

    Examples:
      transcribe voicemail.wav
      transcribe --json *.flac > texts.jsonl
      transcribe --srt talk.ogg > talk.srt
      ffmpeg -loglevel error -i film.mkv -f wav - | transcribe -
      arecord -q -f S16_LE -r 16000 -t raw | transcribe --partials --raw 16000 -

    """
}
