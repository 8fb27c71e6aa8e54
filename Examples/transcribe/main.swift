print("transcribe")
